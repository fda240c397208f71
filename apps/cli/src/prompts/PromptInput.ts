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

const interruptKey = "\u0003"

/** Turns of the event loop in which everything that was typed before has arrived. */
const drainTurns = 5

/**
 * The keys of one question, as Ink reads them. What is typed before the question is drawn, or before it changes, is
 * discarded: it cannot be its answer. Ctrl-C always counts.
 */
export class PromptInput extends Readable {
  readonly isTTY = true
  #isOpen = false
  #quietTurns = 0
  readonly #source: KeySource
  readonly #onInterrupt: () => void

  constructor(source: KeySource, onInterrupt: () => void) {
    super({ encoding: "utf8" })
    this.#source = source
    this.#onInterrupt = onInterrupt
    // Without raw mode the terminal keeps what was typed until the end of the line.
    source.setRawMode(true)
    source.on("readable", this.#take)
  }

  /** Discards everything that was typed until now; then keys count. */
  readonly drain = async (): Promise<void> => {
    this.#isOpen = false
    this.#quietTurns = 0
    while (this.#quietTurns < drainTurns) {
      await new Promise((resolve) => setImmediate(resolve))
      this.#quietTurns += 1
    }
    this.#isOpen = true
  }

  readonly #take = () => {
    for (;;) {
      const chunk: unknown = this.#source.read()
      if (chunk === null) return
      const keys = String(chunk)
      if (this.#isOpen) this.push(keys)
      else {
        this.#quietTurns = 0
        if (keys.includes(interruptKey)) this.#onInterrupt()
      }
    }
  }

  override _read() {}

  override _destroy(error: Error | null, done: (error?: Error | null) => void) {
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
