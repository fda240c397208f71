import tokens from "../theme/tokens.css?inline"

export const makeSheet = (css: string): CSSStyleSheet => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  return sheet
}

/** Makes a sheet of the design tokens of the buttons, with `css` after them. */
export const makeTokenSheet = (css = ""): CSSStyleSheet => makeSheet(tokens + css)
