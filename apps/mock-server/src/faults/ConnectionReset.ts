import { Data } from "effect"

/** No response: a server with a port resets the connection, one without rejects with this error. */
export class ConnectionReset extends Data.TaggedError("ConnectionReset") {
  /** The code of a socket's own error. */
  readonly code = "ECONNRESET"
  override get message() {
    return "The connection was reset."
  }
}
