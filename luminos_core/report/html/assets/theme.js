// Light and dark, by the system's choice until a person makes one.

const THEME = "luminos-theme"; // what the browser keeps of it, where it may
const themeButton = byId("theme");
const systemIsDark = matchMedia("(prefers-color-scheme: dark)");

function startTheme() {
  themeButton.hidden = false;
  showTheme(keptTheme());
  systemIsDark.addEventListener("change", () => showTheme(document.documentElement.dataset.theme));
  themeButton.addEventListener("click", () => {
    const theme = isDark() ? "light" : "dark";
    keepTheme(theme);
    showTheme(theme);
  });
}

/** `theme`: "light", "dark", or undefined, which leaves it to the system. */
function showTheme(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  themeButton.textContent = isDark() ? "Light" : "Dark";
  themeButton.setAttribute("aria-label", isDark() ? "Light colours" : "Dark colours");
}

const isDark = () =>
  (document.documentElement.dataset.theme ?? (systemIsDark.matches ? "dark" : "light")) === "dark";

function keptTheme() {
  try {
    const theme = localStorage.getItem(THEME);
    return theme === "light" || theme === "dark" ? theme : undefined;
  } catch {
    return undefined; // the browser keeps nothing for a file
  }
}

function keepTheme(theme) {
  try {
    localStorage.setItem(THEME, theme);
  } catch {
    // it is kept until the page is closed
  }
}
