// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";
import {IIdentity} from "../interfaces/IIdentity.sol";
import {IClaimIssuer} from "../interfaces/IClaimIssuer.sol";
import {IValidityVersion} from "../interfaces/IClaimVersions.sol";
import {KeysAndClaims} from "./KeysAndClaims.sol";

/// Issues claims. A claim is valid while a key with purpose 3 of this contract signed it and nobody has revoked it. Not
/// upgradeable: registries rely on its version counters.
contract ClaimIssuer is KeysAndClaims, IClaimIssuer, IValidityVersion {
    mapping(bytes32 signatureHash => bool) private _revoked;
    mapping(address identity => uint256) private _revocations;
    uint256 private _generalVersion;

    error AlreadyRevoked(bytes signature);

    constructor(address manager, address signer) {
        _addKey(_keyOf(manager), MANAGEMENT, ECDSA_KEY);
        _addKey(_keyOf(signer), CLAIM_SIGNER, ECDSA_KEY);
    }

    /// Revokes the claim that an identity holds. Only holders of this identity have to be verified again.
    function revokeClaim(bytes32 claimId, address identity) external onlyKey(MANAGEMENT) returns (bool) {
        (,, address issuer, bytes memory signature,,) = IIdentity(identity).getClaim(claimId);
        if (issuer != address(this)) revert UnknownClaim(claimId);
        ++_revocations[identity];
        _revoke(signature);
        return true;
    }

    /// Revokes a claim by its signature, whoever holds it. Every holder has to be verified again.
    function revokeClaimBySignature(bytes calldata signature) external onlyKey(MANAGEMENT) {
        ++_generalVersion;
        _revoke(signature);
    }

    function isClaimRevoked(bytes memory signature) public view returns (bool) {
        return _revoked[keccak256(signature)];
    }

    function isClaimValid(IIdentity identity, uint256 topic, bytes calldata signature, bytes calldata data)
        external
        view
        returns (bool)
    {
        address signer = getRecoveredAddress(signature, keccak256(abi.encode(identity, topic, data)));
        return signer != address(0) && keyHasPurpose(_keyOf(signer), CLAIM_SIGNER) && !isClaimRevoked(signature);
    }

    function validityVersion(address identity) external view returns (uint256) {
        return _generalVersion + _revocations[identity];
    }

    /// Returns the address that signed the hash as a personal message, or zero if the signature is malformed.
    function getRecoveredAddress(bytes memory signature, bytes32 dataHash) public pure returns (address signer) {
        (signer,,) = ECDSA.tryRecover(MessageHashUtils.toEthSignedMessageHash(dataHash), signature);
    }

    function _revoke(bytes memory signature) private {
        bytes32 hash = keccak256(signature);
        if (_revoked[hash]) revert AlreadyRevoked(signature);
        _revoked[hash] = true;
        emit ClaimRevoked(signature);
    }

    /// The claims that a removed key has signed become invalid.
    function _keyRemoved(uint256 purpose) internal override {
        if (purpose == CLAIM_SIGNER) ++_generalVersion;
    }
}
