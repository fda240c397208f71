import type { Device } from "@wmodal/core"

/** What the views must know of where the page runs. */
export interface DeviceContext {
  /** A phone: its apps are opened rather than its camera used. */
  readonly mobile: boolean
  readonly device: Device
}
