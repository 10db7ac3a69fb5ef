/** The live region: one quiet place from which screen readers hear what has changed. */
import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';

/** Milliseconds until a message is cleared, so that the same one can be heard again. */
const HEARD = 4000;

const Say = createContext<(message: string) => void>(() => {});

export function Live({ children }: { readonly children: ComponentChildren }) {
  const [message, say] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => say(''), HEARD);
    return () => clearTimeout(timer);
  }, [message]);
  return (
    <Say.Provider value={say}>
      {children}
      <p class="unseen" role="status">
        {message}
      </p>
    </Say.Provider>
  );
}

export function useAnnounce(): (message: string) => void {
  return useContext(Say);
}
