import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

interface Asked {
  challenge: string;
  origin: string;
}

/** What an attacker or a careless authenticator does differently. */
interface Change {
  counter?: number;
  /** The authenticator has not asked for finger, face or PIN. */
  isUnverified?: boolean;
  userHandle?: string;
  rpId?: string;
  type?: string;
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const encoded = (data: string | Buffer) => Buffer.from(data).toString('base64url');
const text = (word: string) => Buffer.concat([Buffer.from([0x60 + word.length]), Buffer.from(word)]); // CBOR
const hex = (digits: string) => Buffer.from(digits, 'hex');
const uint = (bytes: number, value: number) => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
};

export type SoftPasskey = ReturnType<typeof softPasskey>;

/** A passkey in software that acts as an authenticator with a PIN. */
export function softPasskey(handle: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = publicKey.export({ format: 'jwk' });
  const point = [Buffer.from(x!, 'base64url'), Buffer.from(y!, 'base64url')] as const;
  const cose = Buffer.concat([hex('a5010203262001215820'), point[0], hex('225820'), point[1]]);
  const credential = randomBytes(32);
  const id = encoded(credential);
  const clientData = ({ challenge, origin }: Asked, type: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authenticatorData = (flags: number, { counter = 1, isUnverified, rpId = 'localhost' }: Change) =>
    Buffer.concat([sha256(rpId), uint(1, flags | (isUnverified ? 0 : 0x04)), uint(4, counter)]);
  const said = (response: object) => JSON.stringify({ id, rawId: id, type: 'public-key', response });
  return {
    id,
    /** The browser's answer after it has made the passkey. */
    make(asked: Asked, change: Change = {}) {
      const attested = [Buffer.alloc(16), uint(2, credential.length), credential, cose];
      const data = Buffer.concat([authenticatorData(0x41, change), ...attested]);
      const object = [uint(1, 0xa3), text('fmt'), text('none'), text('attStmt'), uint(1, 0xa0), text('authData')];
      const attestationObject = encoded(Buffer.concat([...object, uint(1, 0x58), uint(1, data.length), data]));
      const clientDataJSON = encoded(clientData(asked, change.type ?? 'webauthn.create'));
      return said({ clientDataJSON, attestationObject, transports: ['internal', 'hybrid'] });
    },
    /** The browser's answer after it has signed a challenge. */
    sign(asked: Asked, change: Change = {}) {
      const data = authenticatorData(0x01, change);
      const client = clientData(asked, change.type ?? 'webauthn.get');
      const signature = encoded(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey));
      const userHandle = change.userHandle ?? handle;
      return said({ clientDataJSON: encoded(client), authenticatorData: encoded(data), signature, userHandle });
    },
  };
}
