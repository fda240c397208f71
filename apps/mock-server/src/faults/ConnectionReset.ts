import { Data } from "effect"

/** No answer comes: a server with a port resets the connection, one without rejects with this. */
export class ConnectionReset extends Data.TaggedError("ConnectionReset") {
  /** As a socket's own error has it. */
  readonly code = "ECONNRESET"
  override get message() {
    return "The connection was reset."
  }
}
