import type { Terminal } from "./Terminal.ts"

/** The colours of a QR code: black and white, or the default colours of a dark or light terminal. */
export type CodeColours = "blackOnWhite" | "ofDarkTerminal" | "ofLightTerminal"

export const toCodeColours = ({
  background,
  colour,
}: Pick<Terminal, "background" | "colour">): CodeColours =>
  colour ? "blackOnWhite" : background === "dark" ? "ofDarkTerminal" : "ofLightTerminal"
