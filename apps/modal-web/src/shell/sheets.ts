import modalTokens from "../theme/modalTokens.css?inline"
import ui from "../ui/ui.css?inline"
import shell from "./shell.css?inline"

let sheets: readonly [CSSStyleSheet, CSSStyleSheet, CSSStyleSheet, CSSStyleSheet] | null = null

/**
 * Returns the modal's style sheets, shared by every instance on the page: the first view, its sign-in part, the later
 * views, and those of payments.
 */
export const getModalSheets = () => {
  if (sheets === null) {
    sheets = [new CSSStyleSheet(), new CSSStyleSheet(), new CSSStyleSheet(), new CSSStyleSheet()]
    sheets[0].replaceSync(modalTokens + shell + ui)
  }
  return sheets
}
