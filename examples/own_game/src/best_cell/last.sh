# A player behind the line protocol: it plays the last of the moves that it is told.
while read -r line; do
    case $line in
        isready) echo readyok ;;
        position*) moves=$line ;;
        go*) echo "bestmove ${moves##* }" ;;
        quit) exit ;;
    esac
done
