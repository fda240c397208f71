import { sanitizeLine } from "@wmodal/chains"
import * as z from "zod/mini"
import type { PhonePeer } from "./PhoneState.ts"

const Metadata = z.object({ name: z.catch(z.string(), ""), url: z.catch(z.string(), "") })

/** Who an app says that it is. @param metadata whatever it sent */
export const toPeer = (metadata: unknown): PhonePeer => {
  const said = Metadata.safeParse(metadata)
  const { name, url } = said.success ? said.data : { name: "", url: "" }
  return { name: sanitizeLine(name, 64) || "An app without a name", url: toOrigin(url) }
}

/** Of a web page alone: in ASCII, so that no letter looks like another. */
const toOrigin = (text: string): string => {
  const url = text.length > 2048 ? null : URL.parse(text)
  return url !== null && ["http:", "https:"].includes(url.protocol) ? url.origin.slice(0, 300) : ""
}
