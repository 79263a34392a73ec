import Script from 'next/script';

// Includes the base path from next.config.mjs.
const HAZE = '/guide/haze';

export const metadata = { title: 'Wings' };

export default function Layout({ children }) {
  return (
    <html lang="en">
      <head>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href={`${HAZE}/haze-docs.css`} />
      </head>
      <body>
        {children}
        {/* Runs after React has hydrated the page: React would not expect buttons that are already there. */}
        <Script src={`${HAZE}/haze-docs.js`} strategy="afterInteractive" />
      </body>
    </html>
  );
}
