// Before anything is drawn: the colours that are remembered, and whether the address asks for another board than the one
// in the document. This is a classic script, since modules run after the first paint.

(function () {
  var root = document.documentElement;
  if (location.hash.length > 1) root.setAttribute("data-awaits", "");
  try {
    var theme = localStorage.getItem(root.getAttribute("data-theme-key") || "");
    if (theme === "light" || theme === "dark") root.setAttribute("data-theme", theme);
  } catch {
    // A browser that keeps nothing has nothing to remember.
  }
})();
