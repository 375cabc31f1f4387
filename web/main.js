// Shows that page and server understand each other: the list of games.

const status = document.querySelector("#status");
const list = document.querySelector("#games");

const response = await fetch("/api/v1/games");
const { games } = await response.json();
for (const game of games) {
  const item = document.createElement("li");
  item.textContent = `${game.name}: ${game.about}`;
  list.append(item);
}
status.textContent = "The server is ready.";
