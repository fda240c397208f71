/** The browser engines of the wide tier. */
export const engineNames = ["chromium", "firefox", "webkit"] as const
export type EngineName = (typeof engineNames)[number]

/** A place in a window's viewport, in CSS pixels. */
export interface Place {
  readonly x: number
  readonly y: number
}

export type EngineKey = "Tab" | "Enter" | "Space" | "Escape" | "PageDown"

/** A document that takes scripts. */
export interface EngineScope {
  /**
   * Runs a function in the document and returns its result; both travel as JSON. The function's source is sent, so it
   * uses nothing of its module.
   */
  readonly evaluate: <Given, Result>(run: (given: Given) => Result, given: Given) => Promise<Awaited<Result>>
}

/** A window of an engine. Its input is the browser's own: events are trusted, and reach frames of other origins. */
export interface EngineWindow extends EngineScope {
  readonly open: (url: string) => Promise<void>
  /** Returns the document of a frame of any origin. @param path selectors of the frame and those around it, outermost first, in open shadow roots too */
  readonly frame: (path: readonly string[]) => EngineScope
  readonly moveMouse: (to: Place) => Promise<void>
  readonly pressMouse: () => Promise<void>
  readonly releaseMouse: () => Promise<void>
  /** Touches and lifts. WebKitGTK's driver makes a mouse press of it. */
  readonly tap: (at: Place) => Promise<void>
  /** A second call before `liftKey` is a repeat, as of a held key; in WebKitGTK, whose driver has none, a new press. */
  readonly pressKey: (key: EngineKey) => Promise<void>
  readonly liftKey: (key: EngineKey) => Promise<void>
  /** Presses and lifts the key of each character. */
  readonly type: (text: string) => Promise<void>
  /** Turns the wheel, down for a positive distance in CSS pixels. */
  readonly turnWheel: (at: Place, distance: number) => Promise<void>
  /** Returns a PNG of the viewport. */
  readonly screenshot: () => Promise<Uint8Array>
  readonly close: () => Promise<void>
}

export interface Engine {
  readonly name: EngineName
  /** The name and version that the browser gives. */
  readonly version: string
  /** The window in which tests run: a viewport of 900 by 900. */
  readonly window: EngineWindow
  /** Returns the windows that pages opened. */
  readonly popups: () => Promise<readonly EngineWindow[]>
  readonly close: () => Promise<void>
}

/** Width and height of the viewport in which tests run. */
export const viewportSize = 900
