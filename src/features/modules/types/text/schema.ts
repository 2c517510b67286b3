import * as z from 'zod/mini'
import { moduleType } from '../module-type.ts'

/** Text to read: a module with content but no data. */
export const text = moduleType({ type: 'text', label: 'Text', data: z.object({}) })
