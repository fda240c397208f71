import { Tall } from "../../ui/Tall.tsx"
import { ActivityList } from "./ActivityList.tsx"

/** The whole of what happened. */
export const Transactions = () => (
  <>
    <Tall />
    <ActivityList list="view" />
  </>
)
