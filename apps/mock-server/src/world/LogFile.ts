import { once } from "node:events"
import { createWriteStream } from "node:fs"
import { Data } from "effect"

/** Above the needs of a reader; a long-running server must not fill the disk. */
const maxLogCharacters = 256_000_000

export interface LogFile {
  /** Appends a line of a world's log as JSON: `{ "world": "<project id>", "entry": { ... } }`. */
  readonly write: (projectId: string, line: string) => void
  readonly close: () => Promise<void>
}

/** @throws LogFileFailed when the file cannot be written. */
export const openLogFile = async (path: string): Promise<LogFile> => {
  const stream = createWriteStream(path)
  try {
    await once(stream, "open")
  } catch (cause) {
    throw new LogFileFailed({ path, cause })
  }
  // A full disk ends the log only.
  stream.on("error", () => stream.destroy())
  let characters = 0
  return {
    write: (projectId, entry) => {
      const line = `{"world":${JSON.stringify(projectId)},"entry":${entry}}\n`
      characters += line.length
      if (characters <= maxLogCharacters && stream.writable) stream.write(line)
    },
    close: () => new Promise((resolve) => (stream.closed ? resolve() : stream.end(() => resolve()))),
  }
}

/** The error of a requested log file that cannot be written. */
export class LogFileFailed extends Data.TaggedError("LogFileFailed")<{
  readonly path: string
  readonly cause: unknown
}> {
  override get message() {
    return `The log file ${this.path} cannot be written.`
  }
}
