import { isLoopbackUrl } from "@wmodal/protocol"
import { Effect } from "effect"
import { configError } from "../failure/CliError.ts"

/** A server of the settings, with the name that the user knows it by. */
export interface NamedServer {
  readonly name: string
  readonly url: string
  /** How to replace it. */
  readonly hint: string
}

const isEncrypted = (url: string): boolean => /^(?:https|wss):/i.test(url) || isLoopbackUrl(url)

const hasPassword = (url: string): boolean => {
  const { password, username } = new URL(url)
  return username !== "" || password !== ""
}

/** Returns the server without its path and query, which may hold a key. */
const toShownServer = (url: string): string => {
  const { host, protocol } = new URL(url)
  return `${protocol}//${host}`
}

/**
 * Fails for a server on another machine that is reached without encryption: others on the way could read the
 * accounts, and change balances, fees and results.
 */
export const requireEncryption = (servers: readonly NamedServer[]) =>
  Effect.forEach(
    servers.filter(({ url }) => !isEncrypted(url)),
    ({ hint, name, url }) =>
      configError(
        `${name} ${toShownServer(url)} is not encrypted, and not on this computer.`,
        `Use https: or wss:. ${hint}`,
      ),
    { discard: true },
  )

/** Fails for a server whose address has a user name or a password: no request could be sent there, and others would be asked. */
export const requireNoPassword = (servers: readonly NamedServer[]) =>
  Effect.forEach(
    servers.filter(({ url }) => hasPassword(url)),
    ({ hint, name, url }) =>
      configError(
        `${name} ${toShownServer(url)} has a user name or a password in its address, which is never sent.`,
        `Use an address without them, or one with a key in its path. ${hint}`,
      ),
    { discard: true },
  )
