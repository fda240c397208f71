import text from "../theme/tokens.css?inline"

let sheet: CSSStyleSheet | null = null

/** Returns the design tokens as one sheet that every shadow root of the modal adopts. */
export const getTokenSheet = () => {
  if (sheet === null) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
  }
  return sheet
}
