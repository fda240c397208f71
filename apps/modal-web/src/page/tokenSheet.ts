import tokens from "../theme/tokens.css?inline"

/** Returns a function that creates a sheet on its first call, because a server has none. */
export const makeSheet = (css: string) => {
  let sheet: CSSStyleSheet | undefined
  return () => {
    if (sheet === undefined) {
      sheet = new CSSStyleSheet()
      sheet.replaceSync(css)
    }
    return sheet
  }
}

/** Returns the design tokens of the buttons as one sheet, which every shadow root on the page adopts. */
export const getTokenSheet = makeSheet(tokens)
