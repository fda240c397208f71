import { type ReactNode, use } from "react"

/** What forgets each load that failed. */
const failures = new Set<() => void>()

/** The next time that something is wanted whose load failed, it is loaded again. */
export const forgetFailures = () => {
  for (const forget of failures) forget()
  failures.clear()
}

/**
 * A chunk of views. A load that failed stays so until `forgetFailures`: rendering alone, which is done again and
 * again, must come to an end.
 */
export const later = <Module,>(load: () => Promise<Module>) => {
  let loading: Promise<Module> | null = null
  const forget = () => {
    loading = null
  }

  const get = () => {
    loading ??= load().catch((error: unknown) => {
      failures.add(forget)
      throw error
    })
    return loading
  }

  return {
    prefetch: () => {
      get().catch(forget)
    },
    Show: ({ children }: { readonly children: (module: Module) => ReactNode }) => children(use(get())),
  }
}
