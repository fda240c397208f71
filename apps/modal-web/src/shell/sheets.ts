import ui from "../ui/ui.css?inline"
import shell from "./shell.css?inline"

let sheets: readonly [CSSStyleSheet, CSSStyleSheet, CSSStyleSheet] | null = null

/** The looks of the modal, shared by every instance on the page: of what comes first, of signing in there, and of what comes later. */
export const getModalSheets = () => {
  if (sheets === null) {
    sheets = [new CSSStyleSheet(), new CSSStyleSheet(), new CSSStyleSheet()]
    sheets[0].replaceSync(shell + ui)
  }
  return sheets
}
