// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IIdentity} from "./IIdentity.sol";

/// An identity that signs claims for other identities and can revoke them.
interface IClaimIssuer is IIdentity {
    event ClaimRevoked(bytes indexed signature);

    function revokeClaim(bytes32 claimId, address identity) external returns (bool);
    function revokeClaimBySignature(bytes calldata signature) external;
    function isClaimRevoked(bytes calldata signature) external view returns (bool);
    function isClaimValid(IIdentity identity, uint256 topic, bytes calldata signature, bytes calldata data)
        external
        view
        returns (bool);
    function getRecoveredAddress(bytes calldata signature, bytes32 dataHash) external pure returns (address);
}
