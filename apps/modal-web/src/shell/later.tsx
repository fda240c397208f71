import { type ReactNode, use } from "react"

/** A chunk of views. A load that failed is forgotten, so that rendering again loads again. */
export const later = <Module,>(load: () => Promise<Module>) => {
  let loading: Promise<Module> | null = null

  const get = () => {
    loading ??= load().catch((error: unknown) => {
      loading = null
      throw error
    })
    return loading
  }

  return {
    prefetch: () => {
      get().catch(() => {})
    },
    Show: ({ children }: { readonly children: (module: Module) => ReactNode }) => children(use(get())),
  }
}
