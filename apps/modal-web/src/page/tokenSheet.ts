import tokens from "../theme/tokens.css?inline"

/** Makes a sheet of the design tokens of the buttons, with `css` after them. */
export const makeTokenSheet = (css = ""): CSSStyleSheet => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(tokens + css)
  return sheet
}
