/** A live region that announces changes to screen readers. */
import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';

/** Milliseconds until a message is cleared. If it weren't, screen readers wouldn't announce the same message again. */
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
