import type { Context } from "hono"
import type { Env } from "../http/Env.ts"

/** Returns this server's URLs from its own machine: the address and port of the request. */
export const getServerUrls = (c: Context<Env>): { readonly http: string; readonly relay: string } => {
  const { localAddress, localPort } = c.env?.incoming?.socket ?? {}
  const host =
    localAddress === undefined || localPort === undefined
      ? new URL(c.req.url).host
      : `${formatHost(localAddress)}:${localPort}`
  return { http: `http://${host}`, relay: `ws://${host}` }
}

const formatHost = (address: string): string => {
  const plain = address.replace(/^::ffff:/, "")
  return plain.includes(":") ? `[${plain}]` : plain
}
