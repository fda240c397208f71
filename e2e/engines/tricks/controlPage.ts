declare global {
  /** How often the wanted button of the control page was pressed by input of the browser. */
  // oxlint-disable-next-line no-var -- only a `var` is a property of `globalThis`
  var presses: number
}

/** Runs in the control page. */
const countPresses = (aim: string) => {
  globalThis.presses = 0
  const text = (id: string, words: string) => {
    const element = document.getElementById(id)
    if (element !== null) element.textContent = words
  }
  text("title", "Sign a message")
  text("origin", location.origin)
  text("lines", "Hello")
  for (const hidden of document.querySelectorAll<HTMLElement>("#approval, #lines")) hidden.hidden = false
  // The wallet shows one of the two, and below its heading why it is the second.
  for (const id of ["approve", "open"]) document.getElementById(id)?.toggleAttribute("hidden", id !== aim)
  document.getElementById("covered")?.toggleAttribute("hidden", aim === "approve")
  for (const hint of document.querySelectorAll("#covered p"))
    hint.toggleAttribute("hidden", hint.id !== "hint-cover")
  for (const button of document.querySelectorAll("button")) {
    button.disabled = false
    if (button.id === aim)
      button.addEventListener("click", ({ isTrusted }) => (globalThis.presses += Number(isTrusted)))
  }
  document.getElementById("title")?.focus()
}

/**
 * Makes a page that looks like the wallet's and has plain buttons: a trick that works presses one there.
 * @param secureSite base URL of the wallet's site
 * @param aim the ID of the wanted button
 */
export const fetchControlPage = async (secureSite: string, aim: string): Promise<string> => {
  const read = async (path: string) => (await fetch(`${secureSite}${path}`)).text()
  const [html, style] = await Promise.all([read("/sdk?projectId=control"), read("/frame/style.css")])
  return html
    .replace(/<script[^>]*><\/script>/, "")
    .replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${style}</style>`)
    .replace("</body>", () => `<script>(${countPresses})(${JSON.stringify(aim)})</script></body>`)
}
