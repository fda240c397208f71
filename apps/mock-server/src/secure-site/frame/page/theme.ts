import type { Theme } from "../answers/makeAnswers.ts"
import { isQuietBackground, isSeen, type Rgb, type ThemeMode, textOn } from "./palette.ts"

/** Any CSS colour as the browser draws it; `null` where it is none, or shows what is behind it. */
const readColor = (color: string): Rgb | null => {
  if (!CSS.supports("color", color)) return null
  const context = new OffscreenCanvas(1, 1).getContext("2d")
  if (context === null) return null
  context.fillStyle = color
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data
  return alpha === 255 ? [red, green, blue] : null
}

const given = (value: string | undefined): Rgb | null => (value === undefined ? null : readColor(value))

/** Dresses the frame as the page around it is, as far as everything stays readable. */
export const makeTheme = (root: HTMLElement): ((theme: Theme) => void) => {
  let mode: ThemeMode = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"
  let variables: Readonly<Record<string, string>> = {}

  const put = (name: string, color: Rgb | null, value = `rgb(${color?.join(" ")})`) => {
    if (color === null) root.style.removeProperty(name)
    else root.style.setProperty(name, value)
  }
  const show = () => {
    root.dataset["theme"] = mode
    const asked = given(variables["--w3m-background"])
    const background = asked !== null && isQuietBackground(asked, mode) ? asked : null
    const color = given(variables["--w3m-accent"])
    const accent = color !== null && isSeen(color, background, mode) ? color : null
    put("--page", background)
    put("--accent", accent)
    put("--on-accent", accent, accent === null ? "" : textOn(accent))
  }
  show()

  return ({ themeMode = mode, w3mThemeVariables = variables }) => {
    mode = themeMode
    variables = w3mThemeVariables
    show()
  }
}
