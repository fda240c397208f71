import text from "../theme/tokens.css?inline"

let sheet: CSSStyleSheet | null = null

/** The design tokens, as one sheet that every shadow root of ours adopts. */
export const getTokenSheet = () => {
  if (sheet === null) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
  }
  return sheet
}
