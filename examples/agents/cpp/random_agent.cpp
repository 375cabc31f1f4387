// A player that speaks Plyground's line protocol (docs/line-protocol.md): random legal moves in any game.
#include <iostream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

using Moves = std::vector<std::string>;

// The place for something better. The moves are those that are legal, as text.
std::string choose(const std::string&, const std::string&, const std::string&, const Moves& moves) {
    static std::mt19937 random{std::random_device{}()};
    return moves[std::uniform_int_distribution<std::size_t>(0, moves.size() - 1)(random)];
}

int main() {
    std::string line, game, board, side;
    Moves moves;
    while (std::getline(std::cin, line)) {
        std::istringstream words(line);
        std::string command, word;
        words >> command;
        if (command == "plyground") std::cout << "name Random moves from C++\n";
        else if (command == "isready") std::cout << "readyok\n";
        else if (command == "position") {
            words >> game >> board >> side >> word; // the last is "moves"
            for (moves.clear(); words >> word;) moves.push_back(word);
        } else if (command == "go") std::cout << "bestmove " << choose(game, board, side, moves) << "\n";
        else if (command == "quit") break;
        std::cout.flush(); // without this the answer waits in a buffer, and the move is late
    }
}
