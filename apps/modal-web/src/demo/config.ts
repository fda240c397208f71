import type { WModalOptions } from "../index.ts"

/** What the server of the demo says about its surroundings. */
export interface DemoConfig {
  readonly projectId: string
  readonly endpoints: NonNullable<WModalOptions["endpoints"]>
  /** Node URLs by CAIP-2 id, asked before the networks' own. */
  readonly rpc: Readonly<Record<string, readonly string[]>>
}

const none: DemoConfig = { projectId: "demo", endpoints: {}, rpc: {} }

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

const texts = (value: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(isRecord(value) ? value : {}).flatMap(([key, text]) =>
      typeof text === "string" ? [[key, text]] : [],
    ),
  )

const lists = (value: unknown): DemoConfig["rpc"] =>
  Object.fromEntries(
    Object.entries(isRecord(value) ? value : {}).map(([key, urls]) => [
      key,
      [urls].flat().filter((url) => typeof url === "string"),
    ]),
  )

/** Reads `config.json` from the page's own server. Without one the demo still connects wallets. */
export const loadConfig = async (): Promise<DemoConfig> => {
  try {
    const config: unknown = await (await fetch("./config.json")).json()
    if (!isRecord(config)) return none
    return {
      projectId: typeof config["projectId"] === "string" ? config["projectId"] : none.projectId,
      endpoints: texts(config["endpoints"]),
      rpc: lists(config["rpc"]),
    }
  } catch {
    return none
  }
}
