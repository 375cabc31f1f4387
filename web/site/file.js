// Says why the page cannot run, in two cases: the browser is too old for its modules, or the page was opened as a file, for
// which browsers allow no modules and no workers. Written so that old browsers understand it.

(function () {
  var problem = "";
  var status = "Nothing can be played here.";
  if (location.protocol === "file:") {
    problem = "This page cannot run from a file: browsers allow neither modules nor workers there. Put the folder on a web space, or start a server in it, such as: python3 -m http.server";
  } else if (!("noModule" in HTMLScriptElement.prototype) || typeof structuredClone !== "function" || typeof Object.hasOwn !== "function" || typeof AbortSignal !== "function" || typeof AbortSignal.prototype.throwIfAborted !== "function" || typeof Element.prototype.checkVisibility !== "function" || !CSS.supports("color", "light-dark(#000, #fff)")) {
    problem = "This browser is too old for this page. Open it in a browser of summer 2024 or newer.";
  }
  if (problem === "") return;

  function say() {
    var banner = document.querySelector("#offline") || document.querySelector("#wrong-address");
    if (banner instanceof HTMLElement) {
      banner.textContent = problem;
      banner.hidden = false;
    }
    var line = document.querySelector("#status");
    if (line !== null) line.textContent = status;
    // These parts wait until the page can answer, which never happens here.
    var waiting = document.querySelectorAll("#board, #front");
    waiting.forEach(function (element) { element.textContent = ""; });
  }

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", say);
  else say();
})();
