import type { Device } from "@wmodal/core"

/** A terminal opens no app: a phone scans. */
export const terminalDevice: Device = { os: "other", safari: false, telegram: false, framed: false }
