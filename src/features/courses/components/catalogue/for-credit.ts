import { createContext } from 'react'

/** Ids of courses that cards mark as offered for credit. A higher-level feature provides them. */
export const ForCredit = createContext<ReadonlySet<string>>(new Set())
