import type { Story } from "@wmodal/mock-server"
import { Box, Text } from "ink"
import type { ReactElement } from "react"
import { describeStep } from "../story/describeStep.ts"
import type { StoryFailed } from "../story/StoryFailed.ts"

/** Renders each step with its result. Steps that were not played are dimmed. */
export const renderStoryReport =
  (story: Story, failed: StoryFailed | null) =>
  (columns: number): ReactElement => (
    <Box flexDirection="column" width={columns}>
      <Text bold>{story.title}</Text>
      {story.steps.map((step, index) => {
        const number = index + 1
        const state =
          failed === null || number < failed.step ? "ok" : number === failed.step ? "failed" : "left"
        return (
          <Box key={number} flexDirection="column">
            <Text dimColor={state === "left"} wrap="wrap">
              <Text color={state === "ok" ? "green" : state === "failed" ? "red" : "gray"}>
                {marks[state]}
              </Text>{" "}
              {describeStep(step)}
            </Text>
            {state === "failed" &&
              failed?.trace.map((text) => (
                <Text key={text} color="red">{`  line ${failed.line}: ${text}`}</Text>
              ))}
          </Box>
        )
      })}
    </Box>
  )

const marks = { ok: "✓", failed: "✗", left: "·" } as const
