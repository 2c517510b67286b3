import { useEffect, useRef, useState } from 'react'
import type { PlayerState } from '../../player/player-state.ts'

/** Returns the announcement for screen readers when the player changes. Skips the page's initial state. */
export function useAnnouncement({ episodeId, status, hasFailed }: PlayerState, title: string | undefined): string {
	const [announcement, setAnnouncement] = useState('')
	const previousState = useRef<Pick<PlayerState, 'episodeId' | 'status'>>(undefined)
	useEffect(() => {
		const last = previousState.current
		previousState.current = { episodeId, status }
		if (!title || last === undefined || last.episodeId === null) return
		if (status === 'playing' && last.status !== 'playing') setAnnouncement(`Now playing: ${title}`)
		else if (status !== 'paused') return
		else if (last.episodeId !== episodeId) setAnnouncement(`Selected: ${title}`)
		else if (hasFailed) setAnnouncement(`Could not be played: ${title}`)
		else if (last.status !== 'paused') setAnnouncement(`Paused: ${title}`)
	}, [episodeId, status, hasFailed, title])
	return announcement
}
