// What we use of the glTF validator, which comes without types.

declare module 'gltf-validator' {
  export interface Issues {
    readonly numErrors: number;
    readonly numWarnings: number;
    readonly messages: readonly { readonly code: string; readonly message: string; readonly pointer?: string }[];
  }
  export function validateBytes(bytes: Uint8Array): Promise<{ readonly issues: Issues }>;
}
