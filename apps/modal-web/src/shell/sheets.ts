import ui from "../ui/ui.css?inline"
import views from "../views/views.css?inline"
import shell from "./shell.css?inline"

let sheet: CSSStyleSheet | null = null

/** The looks of the modal, shared by every instance on the page. */
export const modalSheet = () => {
  if (sheet === null) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(shell + ui + views)
  }
  return sheet
}
