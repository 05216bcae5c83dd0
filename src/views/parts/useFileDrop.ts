import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Takes files dropped anywhere on the page: whoever misses a drop zone by a hair must not lose the page to the file.
 * @returns whether something is being dragged over the page.
 */
export function useFileDrop(onDrop: (transfer: DataTransfer) => void): boolean {
  const [over, setOver] = useState(false)
  const drop = useEffectEvent(onDrop)
  useEffect(() => {
    const ending = new AbortController()
    const { signal } = ending
    window.addEventListener('dragover', (event) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
      setOver(true)
    }, { signal })
    window.addEventListener('dragleave', (event) => {
      if (event.relatedTarget === null) setOver(false)
    }, { signal })
    window.addEventListener('drop', (event) => {
      event.preventDefault()
      setOver(false)
      if (event.dataTransfer) drop(event.dataTransfer)
    }, { signal })
    return () => ending.abort()
  }, [])
  return over
}
