import * as z from "zod/mini"

/** The report that the page's `Cross-Origin-Embedder-Policy` has kept out a document. Source: HTML, section 7.1.4. */
const EmbedderReport = z.object({
  type: z.literal("coep"),
  body: z.object({ blockedURL: z.string(), disposition: z.literal("enforce") }),
})

/**
 * Calls back when the page's header keeps out a document of `origin`, where the browser reports it.
 * @returns a function that stops
 */
export const watchEmbedderPolicy = (origin: string, refused: () => void): (() => void) => {
  if (typeof ReportingObserver === "undefined") return () => {}
  const observer = new ReportingObserver(
    (reports) => {
      const isOurs = reports.some((report) => {
        // Only its JSON has the members of its body.
        const { data } = EmbedderReport.safeParse(JSON.parse(JSON.stringify(report)))
        return data?.body.blockedURL.startsWith(`${origin}/`) === true
      })
      if (isOurs) refused()
    },
    { types: ["coep"] },
  )
  observer.observe()
  return () => observer.disconnect()
}
