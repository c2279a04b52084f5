import React, { useEffect, useRef } from 'react';
import DOMPurify from 'dompurify';

interface NoteProps {
  title: string;
  html: string;
}

export function Note({ title, html }: NoteProps) {
  return (
    <article>
      <h2>{title}</h2>
      <div dangerouslySetInnerHTML={{ __html: html }} />
    </article>
  );
}

export function CleanNote({ title, html }: NoteProps) {
  return (
    <article>
      <h2>{title}</h2>
      <div dangerouslySetInnerHTML={{ __html: DOMPurify.sanitize(html) }} />
    </article>
  );
}

export function Fragment({ name }: { name: string }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current!.innerHTML = '<b>' + decodeURIComponent(location.hash.slice(1)) + '</b>';
  }, [name]);
  return <div ref={box} />;
}

export function Label({ name }: { name: string }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current!.textContent = name;
  }, [name]);
  return <div ref={box} />;
}

export function legacyBanner(message: string): void {
  document.write('<p>' + message + '</p>');
}

export function Profile({ url }: { url: string }) {
  return (
    <iframe src="https://maps.example.com/embed" sandbox="allow-scripts" title="map" />
  );
}
