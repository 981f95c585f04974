// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Authority} from "../access/Authority.sol";
import {Governed} from "../access/Governed.sol";
import {IClaimIssuer} from "../interfaces/IClaimIssuer.sol";
import {ITrustedIssuersRegistry} from "../interfaces/ITrustedIssuersRegistry.sol";

/// The issuers whose claims count, and for which topics.
contract TrustedIssuersRegistry is ITrustedIssuersRegistry, Governed {
    uint256 public constant MAX_ISSUERS = 50;
    uint256 public constant MAX_TOPICS = 15;

    IClaimIssuer[] private _issuers;
    mapping(address issuer => uint256[]) private _topics;

    error IssuerExists(address issuer);
    error UnknownIssuer(address issuer);
    error TooManyIssuers();
    error InvalidTopics();

    constructor(Authority authority_, IClaimIssuer[] memory issuers, uint256[] memory topics) {
        _setAuthority(authority_);
        for (uint256 i; i < issuers.length; ++i) {
            _add(issuers[i], topics);
        }
    }

    function addTrustedIssuer(IClaimIssuer issuer, uint256[] calldata topics) external onlyOwner {
        _add(issuer, topics);
    }

    function removeTrustedIssuer(IClaimIssuer issuer) external onlyOwner {
        _requireKnown(address(issuer));
        uint256 last = _issuers.length - 1;
        for (uint256 i; i < last; ++i) {
            if (address(_issuers[i]) == address(issuer)) {
                _issuers[i] = _issuers[last];
                break;
            }
        }
        _issuers.pop();
        delete _topics[address(issuer)];
        emit TrustedIssuerRemoved(issuer);
    }

    function updateIssuerClaimTopics(IClaimIssuer issuer, uint256[] calldata topics) external onlyOwner {
        _requireKnown(address(issuer));
        _setTopics(issuer, topics);
        emit ClaimTopicsUpdated(issuer, topics);
    }

    function getTrustedIssuers() external view returns (IClaimIssuer[] memory) {
        return _issuers;
    }

    function isTrustedIssuer(address issuer) public view returns (bool) {
        return _topics[issuer].length > 0;
    }

    function getTrustedIssuerClaimTopics(IClaimIssuer issuer) external view returns (uint256[] memory) {
        _requireKnown(address(issuer));
        return _topics[address(issuer)];
    }

    function getTrustedIssuersForClaimTopic(uint256 topic) external view returns (IClaimIssuer[] memory found) {
        uint256 length = _issuers.length;
        uint256 count;
        found = new IClaimIssuer[](length);
        for (uint256 i; i < length; ++i) {
            if (hasClaimTopic(address(_issuers[i]), topic)) found[count++] = _issuers[i];
        }
        assembly {
            mstore(found, count)
        }
    }

    function hasClaimTopic(address issuer, uint256 topic) public view returns (bool) {
        uint256[] storage topics = _topics[issuer];
        uint256 length = topics.length;
        for (uint256 i; i < length; ++i) {
            if (topics[i] == topic) return true;
        }
        return false;
    }

    function _add(IClaimIssuer issuer, uint256[] memory topics) private {
        if (address(issuer) == address(0)) revert ZeroAddress();
        if (isTrustedIssuer(address(issuer))) revert IssuerExists(address(issuer));
        if (_issuers.length == MAX_ISSUERS) revert TooManyIssuers();
        _issuers.push(issuer);
        _setTopics(issuer, topics);
        emit TrustedIssuerAdded(issuer, topics);
    }

    function _setTopics(IClaimIssuer issuer, uint256[] memory topics) private {
        if (topics.length == 0 || topics.length > MAX_TOPICS) revert InvalidTopics();
        _topics[address(issuer)] = topics;
    }

    function _requireKnown(address issuer) private view {
        if (!isTrustedIssuer(issuer)) revert UnknownIssuer(issuer);
    }
}
