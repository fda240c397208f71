/** A host page as data. What is left out is as in a plain page that scrolls, with the button in a sticky header. */
export interface ZooPage {
  /** Completes "shows, connects and leaves the page as it was in …". */
  readonly name: string
  /** Style sheets of npm packages, such as `bootstrap/dist/css/bootstrap.css`. */
  readonly styles?: readonly string[]
  /** The page's own style sheet, after those. */
  readonly css?: string
  /** Classic scripts of npm packages; they run before the modal's. */
  readonly scripts?: readonly string[]
  /** The page's own classic script, after those, at the end of the body. */
  readonly script?: string
  /** A module that imports npm packages; it is bundled and runs at the end of the body. */
  readonly bundle?: string
  /** Default: HTML 5. `""` is quirks mode. */
  readonly doctype?: string
  /** Attributes of `<html>` and `<body>`. */
  readonly html?: string
  readonly body?: string
  /** What the body contains. It has an element `#line`, by which the page's place is told, and the button. */
  readonly content?: string
  /** The content of `<head>` before the modal; default: a viewport. */
  readonly head?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Attributes of the frame that contains the page, if any. */
  readonly frame?: { readonly attributes: string; readonly isCrossOrigin: boolean }
  /** Runs in the page before the button is pressed. It uses nothing of its module. */
  readonly prepare?: () => void
  /** Runs in the page while the list of wallets is shown. */
  readonly whileOpen?: () => void | Promise<void>
  /** What the page itself, or the modal rightly, writes to the console. */
  readonly logs?: RegExp
  /** Why axe cannot run in the page. */
  readonly withoutAxe?: string
  /** Attributes and classes of `<html>` and `<body>` that the page sets and takes away as it runs. */
  readonly ownMarks?: RegExp
  /** Why the page's line and header may have moved once the modal was open; default: they may not. */
  readonly mayMove?: string
}

const lines = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `<p>Line ${from + at} of the page</p>`).join("")

/** The button, as pages place it. */
export const button = `<wmodal-button id="connect"></wmodal-button>`

/** A header that stays in sight. */
export const header = `<header id="header" style="display:block;height:64px;position:sticky;top:0;z-index:5;background:#fd6">${button} Shop</header>`

/** A place for the button that keeps its size when the button's text changes. */
export const spot = `<div id="header" style="display:block;width:300px;height:64px">${button}</div>`

/** Enough text to scroll. */
export const text = `<main><h1>Shop</h1>${lines(0, 30)}<p id="line">The line</p>${lines(31, 80)}</main>`
