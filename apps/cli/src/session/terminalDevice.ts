import type { Device } from "@wmodal/core"

/** The device description of a terminal: it opens no app links, a phone scans the code. */
export const terminalDevice: Device = { os: "other", tapOnly: false, telegram: false, framed: false }
