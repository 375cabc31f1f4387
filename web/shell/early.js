// Before anything is drawn, and written so that old browsers understand it: a classic script, since modules run after the first
// paint. It wears the colours that are remembered, hides the first board if the address asks for another, and says why the page
// cannot run: the browser is too old for its modules, or the page was opened as a file, for which browsers allow no modules and
// no workers.

(function () {
  var root = document.documentElement;
  // A frame has none: its document has no board, and it wears the colours of the system.
  var key = root.getAttribute("data-theme-key");
  if (key !== null) {
    if (location.hash.length > 1) root.setAttribute("data-awaits", "");
    try {
      var theme = localStorage.getItem(key);
      if (theme === "light" || theme === "dark") root.setAttribute("data-theme", theme);
    } catch (error) {
      // A browser that keeps nothing has nothing to remember.
    }
  }

  var problem = "";
  if (location.protocol === "file:") {
    problem = "This page cannot run from a file: browsers allow neither modules nor workers there. Put the folder on a web space, or start a server in it, such as: python3 -m http.server";
  } else if (!("noModule" in HTMLScriptElement.prototype) || typeof structuredClone !== "function" || typeof Object.hasOwn !== "function" || typeof AbortSignal !== "function" || typeof AbortSignal.prototype.throwIfAborted !== "function" || typeof Element.prototype.checkVisibility !== "function" || !CSS.supports("color", "light-dark(#000, #fff)")) {
    problem = "This browser is too old for this page. Open it in a browser of summer 2024 or newer.";
  }
  if (problem === "") return;

  document.addEventListener("DOMContentLoaded", function () {
    var banner = document.querySelector("#offline");
    if (banner instanceof HTMLElement) {
      banner.textContent = problem;
      banner.hidden = false;
    }
    var line = document.querySelector("#status");
    if (line !== null) line.textContent = "Nothing can be played here.";
    // These parts wait until the page can answer, which never happens here.
    document.querySelectorAll("#tabs, #board, #front").forEach(function (element) { element.textContent = ""; });
  });
})();
