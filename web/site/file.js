// Says why nothing happens where the page was opened as a file: browsers give a file no modules and no workers.

if (location.protocol === "file:") {
  const say = () => {
    const banner = document.querySelector("#offline") ?? document.body.insertBefore(document.createElement("p"), document.body.firstChild);
    banner.textContent = "This page cannot run from a file: browsers allow neither modules nor workers there. Put the folder on a web space, or start a server in it, such as: python3 -m http.server";
    if (banner instanceof HTMLElement) banner.hidden = false;
    const status = document.querySelector("#status");
    if (status !== null) status.textContent = "Nothing can be played here.";
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", say);
  else say();
}
