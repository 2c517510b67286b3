import * as z from 'zod/mini'
import { contract } from '#src/lib/contract.ts'

export const stats = z.object({ totalUsers: z.number(), adminUsers: z.number(), regularUsers: z.number() })
export type Stats = z.output<typeof stats>

export const getStats = contract({ method: 'GET', path: '/api/admin/stats', access: 'admin', response: stats })
