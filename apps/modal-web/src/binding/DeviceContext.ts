import type { Device } from "@wmodal/core"

/** The device and browser facts that the views need. */
export interface DeviceContext {
  /** A phone or a tablet: its apps are opened, and its camera is not used. */
  readonly mobile: boolean
  readonly device: Device
}
