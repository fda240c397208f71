/** An error as it goes over the wire. */
export class WalletError extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** A request that waits for its user. */
interface Prompt {
  readonly method: string
  readonly params: readonly unknown[]
  readonly approve: () => void
  readonly decline: () => void
}

/** The prompts of a wallet, answered by the test. */
export interface Prompts {
  /** @throws WalletError `declined` when the user declines */
  readonly ask: (method: string, params: readonly unknown[], declined: WalletError) => Promise<void>
  /** Waits for the prompt that `action` opens. */
  readonly promptAfter: (action: () => Promise<unknown>) => Promise<Prompt>
}

export const makePrompts = (): Prompts => {
  let prompted = Promise.withResolvers<Prompt>()
  return {
    ask: (method, params, declined) =>
      new Promise((resolve, reject) => {
        prompted.resolve({ method, params, approve: resolve, decline: () => reject(declined) })
      }),
    promptAfter: async (action) => {
      prompted = Promise.withResolvers()
      const [prompt] = await Promise.all([prompted.promise, action()])
      return prompt
    },
  }
}
