// Copying an entry for the file of suppressions.

/** Copies the text before the button, and says so on it. */
async function copyBeside(button) {
  const text = button.closest(".suppress").querySelector(".copied");
  const isCopied = await copyText(text.textContent.trimEnd() + "\n").catch(() => selectText(text));
  button.textContent = isCopied ? "Copied" : "Selected: copy it by key";
  setTimeout(() => (button.textContent = "Copy"), 2500);
}

async function copyText(text) {
  await navigator.clipboard.writeText(text);
  return true;
}

/** Where the browser lets no page write to the clipboard. */
function selectText(element) {
  getSelection().selectAllChildren(element);
  return false;
}
