import { PassThrough, Writable } from "node:stream"
import { render } from "ink"
import type { ReactElement } from "react"
import { onTestFinished } from "vitest"

export class Keyboard extends PassThrough {
  isTTY = true
  setRawMode() {
    return this
  }
  ref() {
    return this
  }
  unref() {
    return this
  }
}

/** Renders a view in a terminal of this size. `press` types, `frames` are the rendered frames, the newest last. */
export const renderScreen = (
  view: ReactElement,
  window: { readonly columns: number; readonly rows: number },
) => {
  const frames: string[] = []
  const written = new Writable({
    decodeStrings: false,
    write: (chunk: string, _encoding, done) => {
      frames.push(chunk)
      done()
    },
  })
  const stdout = Object.assign(written, { ...window, isTTY: true })
  const stdin = new Keyboard()
  const { unmount } = render(view, {
    // Node's own stream classes have more members than Ink uses.
    stdout: stdout as Writable & NodeJS.WriteStream,
    stdin: stdin as Keyboard & NodeJS.ReadStream,
    debug: true,
    exitOnCtrlC: false,
    patchConsole: false,
  })
  onTestFinished(() => unmount())
  return {
    frames,
    frame: () => frames.at(-1) ?? "",
    press: (text: string) => stdin.write(text),
    resize: (to: { readonly columns: number; readonly rows: number }) => {
      Object.assign(stdout, to)
      stdout.emit("resize")
    },
  }
}
