import type { ActivityState } from "@wmodal/core/flows"
import { useEffect, useRef } from "react"
import { useWords } from "../../messages/Words.tsx"
import { Button } from "../../ui/Button.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"

export interface ListEndProps {
  readonly more: Extract<ActivityState, { readonly _tag: "Loaded" }>["more"]
  readonly onMore: () => void
}

/** The end of a list that goes on: it asks for more a screen before a person gets there. */
export const ListEnd = ({ more, onMore }: ListEndProps) => {
  const { t } = useWords()
  const end = useRef<HTMLDivElement>(null)
  const ask = useRef(onMore)
  useEffect(() => {
    ask.current = onMore
  })
  useEffect(() => {
    const element = end.current
    if (more !== "ready" || element === null) return
    const observer = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) ask.current()
      },
      { root: element.closest(".viewport"), rootMargin: "600px" },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [more])
  switch (more) {
    case "none":
      return null
    case "ready":
      return <div ref={end} className="list-end" />
    case "loading":
      return <Skeleton rows={2} label={t("activity.loading")} />
    case "failed":
      return (
        <>
          <Notice tone="bad" title={t("flow.transactions")} text={t("activity.moreFailed")} />
          <Button tone="quiet" onPress={onMore}>
            {t("shell.tryAgain")}
          </Button>
        </>
      )
  }
}
