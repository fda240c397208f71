import { Readable } from "node:stream"

/** The part of `process.stdin` that a prompt uses. */
export interface KeySource {
  readonly on: (event: "readable", listener: () => void) => unknown
  readonly off: (event: "readable", listener: () => void) => unknown
  /** Returns the keys that have arrived, `null` without any. */
  readonly read: () => unknown
  readonly ref: () => unknown
  readonly unref: () => unknown
  readonly setRawMode: (mode: boolean) => unknown
}

export interface PromptInputOptions {
  /** Called on Ctrl-C while keys do not count. */
  readonly onInterrupt: () => void
  /** Called when keys start to count, and when they no longer do. */
  readonly onReady: (isReady: boolean) => void
  /** Whether several keys that arrive at once count, as pasted text does. */
  readonly takesText: boolean
}

const interruptKey = "\u0003"

/** Milliseconds without a key after which the next one counts: longer than any delay of a held key. */
export const silenceMs = 700

/** Turns of the event loop in which everything that was typed before has arrived. */
const drainTurns = 5

/** One character, or the escape sequence of one key, such as an arrow. */
// oxlint-disable-next-line no-control-regex -- escape sequences begin with one
const oneKey = /^(?:.|\u001b[[O][\d;]*[A-Za-z~])$/su

/**
 * The keys of one question, as Ink reads them. A key counts once the question was on the screen for `silenceMs`
 * without any key: what is typed ahead, held or piped in cannot be its answer, and is discarded. Ctrl-C always counts.
 */
export class PromptInput extends Readable {
  readonly isTTY = true
  #isReady = false
  #silence: NodeJS.Timeout | undefined
  readonly #source: KeySource
  readonly #options: PromptInputOptions

  constructor(source: KeySource, options: PromptInputOptions) {
    super({ encoding: "utf8" })
    this.#source = source
    this.#options = options
    // Without raw mode the terminal keeps what was typed until the end of the line.
    source.setRawMode(true)
    source.on("readable", this.#take)
  }

  /** Starts the silence, once the question is drawn and again when it changes. */
  readonly guard = (): void => {
    this.#setReady(false)
    clearTimeout(this.#silence)
    const silence = setTimeout(() => void this.#open(silence), silenceMs)
    this.#silence = silence
  }

  /** Keys that arrived while the event loop was blocked are read after its timers. */
  async #open(silence: NodeJS.Timeout): Promise<void> {
    for (let turn = 0; turn < drainTurns; turn++) await new Promise((resolve) => setImmediate(resolve))
    if (this.#silence === silence && !this.destroyed) this.#setReady(true)
  }

  #setReady(isReady: boolean) {
    if (this.#isReady === isReady) return
    this.#isReady = isReady
    this.#options.onReady(isReady)
  }

  readonly #take = () => {
    for (;;) {
      const chunk: unknown = this.#source.read()
      if (chunk === null) return
      const keys = String(chunk)
      if (this.#isReady && (this.#options.takesText || oneKey.test(keys))) this.push(keys)
      else {
        if (this.#silence !== undefined) this.guard()
        if (keys.includes(interruptKey)) this.#options.onInterrupt()
      }
    }
  }

  override _read() {}

  override _destroy(error: Error | null, done: (error?: Error | null) => void) {
    clearTimeout(this.#silence)
    this.#source.off("readable", this.#take)
    this.#source.setRawMode(false)
    this.#source.unref()
    done(error)
  }

  setRawMode(mode: boolean) {
    this.#source.setRawMode(mode)
    return this
  }

  ref() {
    this.#source.ref()
    return this
  }

  unref() {
    this.#source.unref()
    return this
  }
}
